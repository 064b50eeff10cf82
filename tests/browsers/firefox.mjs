/** Firefox over WebDriver BiDi, which it has built in: no driver and no client are needed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clickAt, keys } from './actions.mjs';
import { startProgram } from './programs.mjs';

/** Nothing that asks the network, and no pages of Firefox's own. */
const preferences = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
};

export async function startFirefox(program) {
  const profile = mkdtempSync(join(tmpdir(), 'manyheads-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  const size = ['--width', '1280', '--height', '1000'];
  const { said, end } = await startProgram(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', ...size],
    { says: /WebDriver BiDi listening on (ws:\S+)/u },
  );
  const send = await connect(`${said}/session`);
  const { capabilities } = await send('session.new', { capabilities: {} });
  const { contexts } = await send('browsingContext.getTree', {});
  const [{ context }] = contexts;
  const perform = (actions) => send('input.performActions', { context, actions });
  return {
    version: capabilities.browserVersion,
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    click: (place) => perform(clickAt(place)),
    press: (list) => perform(keys(list)),
    async evaluate(expression) {
      const { type, result, exceptionDetails } = await send('script.evaluate', {
        ...{ expression, target: { context }, awaitPromise: true, userActivation: true },
      });
      if (type === 'exception') throw new Error(exceptionDetails.text);
      return result.value;
    },
    async close() {
      await send('browser.close', {}).catch(() => {}); // it may end before it answers
      await end();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Resolves to a function that sends a command and resolves to its result. */
async function connect(address) {
  const socket = new WebSocket(address);
  const waiting = new Map();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (type === 'error') reject?.(new Error(`${error}: ${message}`));
    else resolve?.(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed'));
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
  });
  let last = 0;
  return (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}
