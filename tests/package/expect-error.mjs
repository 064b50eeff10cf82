/** What an error of the package must say, and what its message must never contain. */
import assert from 'node:assert/strict';
import { manyheads } from './installed.mjs';

/**
 * @param wanted  `is`: the class's name; `says`: texts that the message holds; any other key: a
 *                field of the error and its value
 */
export function expectError(call, { is, says = [], ...fields }) {
  assertError(caughtBy(call), { is, says, fields });
}

/** As expectError, for a call that answers with a promise. */
export async function expectRejection(call, { is, says = [], ...fields }) {
  const error = await call().then(
    () => assert.fail(`no error; wanted ${is}`),
    (reason) => reason,
  );
  assertError(error, { is, says, fields });
}

function caughtBy(call) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail(`no error from ${call}`);
}

function assertError(error, { is, says, fields }) {
  assert.equal(error.name, is, `${error.name}: ${error.message}`);
  assert.ok(error instanceof manyheads[is]);
  assert.ok(error instanceof manyheads.ManyheadsError);
  assert.ok(error instanceof Error);
  for (const text of [says].flat()) {
    assert.ok(error.message.includes(text), `'${error.message}' does not say '${text}'`);
  }
  assert.doesNotMatch(error.message, /undefined|\[object |[a-z]_[a-z]|`/);
  const found = Object.fromEntries(Object.keys(fields).map((name) => [name, error[name]]));
  assert.deepEqual(found, fields, error.message);
}
