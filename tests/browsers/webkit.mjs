/** WebKitGTK over WebDriver, on a display of its own. */
import { clickAt, keys } from './actions.mjs';
import { freePort, startProgram } from './programs.mjs';

export async function startWebKit({ driver, browser, display: xvfb }) {
  const screen = ['-screen', '0', '1280x1100x24', '-nolisten', 'tcp'];
  const display = await startProgram(xvfb, ['-displayfd', '1', ...screen], {
    ...{ says: /^(\d+)\n/u, on: 'stdout' },
  });
  const port = await freePort();
  const server = await startProgram(driver, [`--port=${port}`], {
    ...{ env: { DISPLAY: `:${display.said}` }, answers: `http://127.0.0.1:${port}/status` },
  });
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      ...{ method, body: body && JSON.stringify(body) },
    });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const options = { binary: browser, args: ['--automation'] };
  const { sessionId, capabilities } = await send('POST', '', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const own = (method, path, body) => send(method, `/${sessionId}${path}`, body);
  await own('POST', '/timeouts', { script: 60_000 });
  await own('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 1080 });
  return {
    version: capabilities.browserVersion,
    goto: (url) => own('POST', '/url', { url }),
    click: (place) => own('POST', '/actions', { actions: clickAt(place) }),
    press: (list) => own('POST', '/actions', { actions: keys(list) }),
    async evaluate(expression) {
      const script = `const done = arguments[0];
        (${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = await own('POST', '/execute/async', { script, args: [] });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async close() {
      await own('DELETE', '');
      await server.end();
      await display.end();
    },
  };
}
