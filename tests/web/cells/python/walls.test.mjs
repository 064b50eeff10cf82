/** Python in a cell may be hostile: what it tries reaches no JavaScript, and no memory but its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPython } from '../python.mjs';

test('import js and import jsffi say that JavaScript is out of reach', async () => {
  const python = await startPython();
  for (const source of ['import js', 'from js import eval', 'import jsffi', '__import__("js")']) {
    const { error } = python.run(source);

    assert.equal(error.type, 'ImportError', source);
    assert.match(error.message, /^JavaScript is out of reach here/u);
  }
});

/** What a program prints that gets at MicroPython's own way to import. */
const past = (source) => `import _session\nfetched = _session.python_import\n${source}`;

for (const [what, source] of [
  ['an attribute of the global object', past('print(fetched("js").eval)')],
  ['a call of it', past('fetched("js").eval("1")')],
  ['the class of a function of ours', 'import _core\nprint(_core.call.constructor)'],
  ['the prototype of one', 'import _core\nprint(_core.call.__proto__)'],
  ['the prototype of the module', 'import _core\nprint(_core.__proto__)'],
]) {
  test(`${what} is not there`, async () => {
    const { printed, error } = (await startPython()).run(source);

    assert.equal(printed, '');
    assert.equal(error.type, 'AttributeError');
  });
}

for (const [what, source] of [
  ['setting an attribute', 'import _core\n_core.call = 1'],
  ['an item', 'import _core\n_core["call"]'],
  ['setting an item', 'import _core\n_core["__proto__"] = 1'],
  ['going through ours', 'import _core\nlist(_core)'],
  ['calling the module', 'import _core\n_core()'],
  ['calling with an array', 'import _core\n_core.call([1])'],
  ['calling with a number', 'import _core\n_core.call(1)'],
  ['calling with ours', 'import _core\n_core.call(_core)'],
  ['calling with many', 'import _core\n_core.call("a", "b", "c")'],
  ['holding a text', 'import _core\n_core.hold("1")'],
  ['holding ours', 'import _core\n_core.hold(_core)'],
  ['calling with names', 'import _core\n_core.call(request="a")'],
  ['making an object of ours', 'import _core\n_core.call.new("x")'],
  ['a global object', past('fetched("js").x = 1')],
  ['a proxy', past('fetched("jsffi").create_proxy(print)')],
  ['a converted list', past('fetched("jsffi").to_js([1])')],
  ['a promise', past('import asyncio\nasyncio.run(fetched("jsffi").async_timeout_ms(1))')],
  ['a task', 'import asyncio\nasync def f(): pass\nasyncio.create_task(f())'],
]) {
  test(`${what} does not get out: the interpreter stops or refuses`, async () => {
    const python = await startPython();
    let outcome;
    try {
      outcome = python.run(source).error?.type;
    } catch (error) {
      outcome = error.name;
    }

    assert.ok(outcome, 'it went through');
    assert.equal(globalThis.x, undefined);
    assert.equal({}.call, undefined);
  });
}

const request = (path, ...given) =>
  `import _core\nprint(_core.call('${JSON.stringify([path, given])}'))`;

for (const path of [
  ...[
    'constructor.keys',
    '__proto__.toString',
    'toString',
    'tensor.constructor',
    'tensor.toString',
  ],
  ...['tensor.__proto__', 'own.text', 'attention.constructor', 'dispose', 'load', 'memory', ''],
  ...['cost.__defineGetter__', 'checkpoint.load', 'trainer'],
]) {
  test(`the engine has no function “${path}” for Python`, async () => {
    const { printed } = (await startPython()).run(request(path));

    assert.match(printed, /^\{"error":\["Error","The engine has no /u);
  });
}

/** A program that has an object of each kind, by the number that the engine's side knows it by. */
const objects = `import _core, json, manyheads as mh
layer = mh.attention(d_model=4, num_heads=2)
made = {
    'Attention': layer,
    'KvCache': layer.cache(capacity=2),
    'LatentAttention': mh.latent_attention(d_model=4, num_heads=2, d_head=2, d_latent=2),
    'FeedForward': mh.feed_forward(d_model=4, d_ff=4, activation='relu'),
    'Trainer': mh.trainer(task='relations', num_heads=1),
}
def ask(*parts):
    print(_core.call(json.dumps(parts)))
`;

for (const method of [
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', '__defineGetter__', '', 'number'],
  ...['dispose', 'disposed', 'toGrouped', 'raw', '#exchange', 'with', 'engine.memory', 'numberOf'],
]) {
  test(`no object of the engine has “${method}” for Python`, async () => {
    const each = `for kind in made: ask(${JSON.stringify(method)}, [], {}, made[kind]._number)`;
    const { printed } = (await startPython()).run(objects + each);

    assert.match(printed, /^(?:\{"error":\["Error","\w+ has no [^"]*",\{\}\]\}\n){5}$/u);
  });
}

for (const [what, ...parts] of [
  ['a text for its number', 'weights', [], {}, 'constructor'],
  ['a list for its number', 'weights', [], {}, [1]],
  ['a number that is none', 'weights', [], {}, 1e9],
  ['a fraction', 'weights', [], {}, 0.5],
  ['nothing for its number', 'weights', [], {}, null],
  ['a text for an object', 'identities.future_does_not_matter', [{ object: ['x'] }, [[1]]], {}],
  ['an object that is none', 'identities.future_does_not_matter', [{ object: [{}] }, [[1]]], {}],
  ['bytes far away', 'engine.trainer_from_checkpoint', [{ bytes: [2 ** 31, 8] }], {}],
  ['bytes before the start', 'engine.trainer_from_checkpoint', [{ bytes: [-8, 16] }], {}],
  ['more bytes than there are', 'engine.trainer_from_checkpoint', [{ bytes: [0, 2 ** 40] }], {}],
  ['bytes that are none', 'engine.trainer_from_checkpoint', [{ bytes: ['a', null] }], {}],
  ['a text for settings', 'engine.attention', ['x'], {}],
  ['a list for keywords', 'engine.attention', [], [1, 2]],
  ['a number for keywords', 'engine.attention', [], 7],
]) {
  test(`a request with ${what} is only an error`, async () => {
    const python = await startPython();
    const ask = `import _core\nprint(_core.call('${JSON.stringify(parts)}'))`;

    assert.match(python.run(ask).printed, /^\{"error":\[/u);
    assert.equal(python.run('print(1 + 1)').printed, '2\n');
  });
}

test('no keyword reaches the prototype of objects', async () => {
  const python = await startPython();
  const named = '{"__proto__": {"d_model": 4, "num_heads": 2}, "constructor": {"polluted": 1}}';
  const { printed } = python.run(
    `import _core\nprint(_core.call('["engine.attention", [], ${named}]'))`,
  );

  assert.match(printed, /^\{"error":\["ConfigError","config has an unknown key/u);
  assert.equal({}.d_model, undefined);
  assert.equal({}.polluted, undefined);
});

for (const use of ['held.call', 'held.eval', 'held.x = 1', 'held["x"]', 'held()', 'list(held)']) {
  test(`the handle that Python has of an object is of no use: ${use}`, async () => {
    const python = await startPython();
    python.run('import manyheads as mh\nheld = mh.attention(d_model=4, num_heads=2)._held');
    let outcome;
    try {
      outcome = python.run(use).error?.type;
    } catch (error) {
      outcome = error.name;
    }

    assert.ok(outcome, 'it went through');
    assert.equal(globalThis.x, undefined);
  });
}

test('Python holds no object twice, and none that was never made', async () => {
  const python = await startPython();
  const { printed, error } = python.run(`import manyheads as mh, _core
layer = mh.attention(d_model=4, num_heads=2)
again = [_core.hold(n) for n in list(range(-200, 200)) + [2**30 - 1, -2**30]]
print(set(again))`);
  assert.equal(error, null);
  assert.equal(printed, '{None}\n');

  assert.equal(python.run('print(layer.forward([[1, 2, 3, 4]]).shape)').printed, '(1, 4)\n');
});

const far = 2 ** 31;
for (const [what, ...call] of [
  ['reads far away', 'text', { tensor: [far, 0, [1], [1]] }, 'f', {}],
  ['reads before the start', 'text', { tensor: [0, -1, [1], [1]] }, 'f', {}],
  ['reads between cells', 'text', { tensor: [2, 0, [1], [1]] }, 'f', {}],
  ['reads beyond the end by steps', 'tensor.sum', { tensor: [0, 0, [2], [far]] }],
  ['reads more than there is', 'tensor.sum', { tensor: [0, 0, [2 ** 20, 2 ** 20], [0, 0]] }],
  ['reads sizes below 0', 'tensor.sum', { tensor: [0, 0, [-1], [1]] }],
  ['reads a view that is none', 'tensor.sum', { tensor: 'x' }],
  ['reads a view without an address', 'tensor.sum', { tensor: [null, 0, [1], [1]] }],
  ['picks far away', 'pick', { tensor: [0, 0, [1], [1]] }, [far]],
  ['picks too much', 'pick', { tensor: [0, 0, [2 ** 20], [0]] }, Array(64).fill(0)],
  ['writes far away', 'assign', { tensor: [far, 0, [1], [1]] }, [0], { tensor: [0, 0, [1], [1]] }],
  ['prints with a kind of its own', 'text', { tensor: [0, 0, [1], [1]] }, 'constructor', {}],
]) {
  test(`a request that ${what} is only an error`, async () => {
    const python = await startPython();
    const { printed } = python.run(request(...call));

    assert.match(printed, /^\{"error":\[/u);
    assert.equal(python.run('print(1 + 1)').printed, '2\n');
  });
}

test('writing a result outside of the memory does nothing', async () => {
  const python = await startPython();
  const calls = [-4, 1, 2 ** 30, 2 ** 31 - 4].map((address) => `_core.take(0, ${address})`);
  const { error } = python.run([request('tensor.ones', [3]), ...calls].join('\n'));

  assert.equal(error, null);
});

test('an invalid request is only an error', async () => {
  const python = await startPython();
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '[1, []]',
    '["text"]',
    '{"__proto__": 1}',
    '['.repeat(1e5),
  ]) {
    assert.match(python.run(`import _core\nprint(_core.call('${text}'))`).printed, /^\{"error":/u);
  }
});

test('no key of a request reaches the prototype of objects', async () => {
  const python = await startPython();
  const options = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
  python.run(`import _core\n_core.call('["tensor.sum", [[1, 2], ${options}]]')`);

  assert.equal({}.polluted, undefined);
});

test('files hold a little, in memory, and no more', async () => {
  const python = await startPython();
  const writing = python.run(`with open('/kept', 'w') as file:
    for i in range(100):
        file.write('a' * 100000)`);
  assert.equal(writing.error.type, 'OSError');
  const making = python.run("for i in range(1000):\n    open('/' + str(i), 'w').close()");

  assert.equal(making.error.type, 'OSError');
  assert.equal(python.run("import os\nos.mkdir('/__proto__')").error?.type, 'OSError');
  assert.equal(python.run('import random\nprint(1)').printed, '1\n');
});

test('the text of an error is cut, whatever Python put into it', async () => {
  const python = await startPython();

  assert.ok(python.run('raise ValueError("a" * 1000000)').error.message.length <= 10_000);
  assert.deepEqual(
    python.run('import _session\n_session.describe_error = lambda e: {"type": 7}\n1/0').error,
    {
      type: 'Exception',
      message: '',
      trace: '',
    },
  );
});
