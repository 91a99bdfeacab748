import { expect, test } from 'vitest';
import { fitted } from '../../../src/console/kit/photo.ts';

test.each([
  [4000, 3000, 2400, 1800],
  [3000, 4000, 1800, 2400],
  [800, 600, 800, 600],
  [24_000, 2, 2400, 1],
])('a photo of %i x %i pixels becomes %i x %i', (width, height, fittedWidth, fittedHeight) => {
  expect(fitted(width, height, 2400)).toEqual({ width: fittedWidth, height: fittedHeight });
});
