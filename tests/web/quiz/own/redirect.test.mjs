import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { load } from 'manyheads';
import { bundled } from '../../bundled.mjs';

const { ownQuizzes } = await bundled('elements/quiz/own/own-quizzes.ts');

const quiz = JSON.stringify({
  ...{ id: 'own', type: 'short-answer', question: 'Who?', explanation: 'So.' },
  ...{ answer: { words: ['keys'] }, mistakes: [{ words: ['queries'], feedback: 'No.' }] },
});

/** A server with a quiz file, which leads from /go?to=… to any address. */
async function serve() {
  const server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://host');
    if (pathname === '/go') response.writeHead(302, { Location: searchParams.get('to') }).end();
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(quiz);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

test('a quiz file may move on its host, but not to another one', async () => {
  const [own, other] = [await serve(), await serve()];
  globalThis.document = { baseURI: `${own}/`, documentElement: { lang: 'en' } };
  const read = (to) => ownQuizzes(`${own}/go?to=${to}`, load);

  assert.deepEqual([...(await read('/quiz.json')).keys()], ['own']);
  await assert.rejects(read(`${other}/quiz.json`), {
    name: 'QuizFileError',
    message: `${own}/go?to=${other}/quiz.json leads to another site, ${other.slice(7)}`,
  });
});
