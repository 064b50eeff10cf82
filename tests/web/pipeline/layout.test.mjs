import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundled } from '../bundled.mjs';

const { layOut, splitEdges } = await bundled('elements/pipeline/layout.ts');

const walk = { B: 2, T: 4, S: 6, H: 5, G: 5, dModel: 100, D: 20 };
const near = (a, b) => assert.ok(Math.abs(a - b) < 0.02 * b, `${a} is not ${b}`);

test('five heads of 20 fill 800 px: 1.4 px per number, 12 px per token', () => {
  const { f, t, isAlone, laneWidth } = layOut(walk, 810);

  near(f, 1.4);
  near(t, 12);
  near(laneWidth, 144);
  assert.equal(isAlone, false);
});

test('sizes shrink together; tokens stay at 4 px, and the key says so', () => {
  const ten = layOut({ ...walk, H: 10, G: 10, D: 10 }, 800);
  near(ten.f / ten.t, layOut(walk, 800).f / 12);
  assert.equal(ten.isCoarse, false);

  const many = layOut({ ...walk, T: 12, S: 12, H: 12, G: 12, D: 8, dModel: 96 }, 800);
  assert.equal(many.t, 4);
  assert.equal(many.isCoarse, true);
});

test('in a narrow picture, the split tensors fill the width', () => {
  for (const width of [328, 288, 240]) {
    const { f, labelRoom } = layOut(walk, width);
    const end = splitEdges(walk, f, labelRoom).at(-1);
    assert.ok(end > 0.95 * width && end < width, `${width} px: ${end}`);
    assert.ok(100 * f > width / 5, `${width} px: ${100 * f}`);
  }
});

test('lanes and tensors fit the width at any size', () => {
  const counts = [1, 2, 5, 12];
  for (const width of [280, 328, 599, 640, 800]) {
    for (const H of counts) {
      for (const S of counts) {
        for (const [dModel, D, G] of [
          [8, 4, H],
          [512, 64, 1],
          [100, 2, H],
          [3, 128, 1],
        ]) {
          const sizes = { B: 3, T: S, S, H, G, dModel, D };
          const { columns, f, t, isAlone, laneGap, laneWidth, partGap } = layOut(sizes, width);
          const lanes = isAlone
            ? 2 * D * f + S * t + 2 * partGap
            : H * laneWidth + (H - 1) * laneGap;
          const what = JSON.stringify({ width, ...sizes });
          assert.ok(lanes <= width + 1, `${what}: lanes ${lanes}`);
          assert.ok(columns.v + G * D * f <= width + 1, `${what}: values ${columns.v + G * D * f}`);
          assert.ok(t >= 4 && f > 0, what);
        }
      }
    }
  }
});
