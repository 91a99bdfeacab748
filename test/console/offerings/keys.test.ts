import { describe, expect, test } from 'vitest';
import { isComposing } from '../../../src/console/kit/composing.ts';
import { type Field, type Place, reactionTo, type Step } from '../../../src/console/offerings/entry/keys.ts';

type Mods = { shift?: boolean; alt?: boolean; mod?: boolean };

const press = (key: string, field: Field, place: Partial<Place> = {}, mods: Mods = {}) =>
  reactionTo(
    { key, shift: false, alt: false, mod: false, ...mods },
    { field, isOpen: false, isEmpty: false, ...place },
  );

type Row = { key: string; field: Field; place: Partial<Place>; steps: Step[]; mods: Mods | undefined };

const row = ([key, field, place, steps, mods]: Told): Row => ({ key, field, place, steps, mods });
type Told = [key: string, field: Field, place: Partial<Place>, steps: Step[], mods?: Mods];

describe('a combo box with its list open', () => {
  test.each(
    (
      [
        ['Enter', 'method', { isOpen: true }, ['take', 'advance']],
        ['Enter', 'giver', { isOpen: true }, ['take', 'advance']],
        ['Enter', 'category', { isOpen: true }, ['take', 'save']],
        ['ArrowDown', 'giver', { isOpen: true }, ['highlightNext']],
        ['ArrowUp', 'giver', { isOpen: true }, ['highlightPrevious']],
        ['ArrowUp', 'giver', { isOpen: true }, ['closeList'], { alt: true }],
        ['ArrowDown', 'giver', { isOpen: true }, [], { alt: true }],
        ['Escape', 'giver', { isOpen: true }, ['closeList']],
        ['Enter', 'giver', { isOpen: true }, ['take', 'submit'], { mod: true }],
      ] as Told[]
    ).map(row),
  )('performs the steps $steps on $key in $field', ({ key, field, place, steps, mods }) => {
    expect(press(key, field, place, mods)).toEqual({ steps, isOurs: true });
  });

  test.each([false, true])(
    'accepts the highlighted option on Tab, and lets the browser move the focus (Shift: %s)',
    (shift) => {
      expect(press('Tab', 'giver', { isOpen: true }, { shift })).toEqual({ steps: ['take'], isOurs: false });
    },
  );
});

describe('a field without an open list', () => {
  test.each(
    (
      [
        ['Enter', 'method', {}, ['advance']],
        ['Enter', 'giver', {}, ['advance']],
        ['Enter', 'giver', { isEmpty: true }, []],
        ['Enter', 'reference', {}, ['advance']],
        ['Enter', 'reference', { isEmpty: true }, ['advance']],
        ['Enter', 'amount', {}, ['save']],
        ['Enter', 'amount', { isEmpty: true }, []],
        ['Enter', 'category', {}, ['save']],
        ['Enter', 'note', {}, ['save']],
        ['ArrowDown', 'amount', {}, ['rowBelow']],
        ['ArrowUp', 'amount', {}, ['rowAbove']],
        ['ArrowUp', 'giver', {}, ['rowAbove']],
        ['ArrowDown', 'giver', {}, ['openList'], { alt: true }],
        ['Escape', 'amount', {}, ['revert']],
        ['Enter', 'amount', {}, ['split'], { shift: true }],
        ['Enter', 'amount', { isEmpty: true }, [], { shift: true }],
        ['Enter', 'note', {}, [], { shift: true }],
        ['Enter', 'note', {}, ['submit'], { mod: true }],
        ['k', 'giver', {}, ['findRow'], { mod: true }],
        ['z', 'giver', { isUntouched: true }, ['undoDeletion'], { mod: true }],
      ] as Told[]
    ).map(row),
  )('performs the steps $steps on $key in $field', ({ key, field, place, steps, mods }) => {
    expect(press(key, field, place, mods)).toEqual({ steps, isOurs: true });
  });

  test('leaves Tab, letters and, if the row has input, Mod+Z to the browser', () => {
    expect(press('Tab', 'note')).toEqual({ steps: [], isOurs: false });
    expect(press('a', 'giver').isOurs).toBe(false);
    expect(press('z', 'giver', { isUntouched: false }, { mod: true }).isOurs).toBe(false);
    expect(press('ArrowDown', 'note', {}, { alt: true }).isOurs).toBe(false);
  });
});

describe('the keys for gifts without a member', () => {
  test.each(['*', '＊'])('include %s for an anonymous gift in an empty Giver', (key) => {
    expect(press(key, 'giver', { isEmpty: true }).steps).toEqual(['closeList', 'anonymous']);
  });
  test.each(['+', '＋'])('include %s for loose cash in an empty Giver', (key) => {
    expect(press(key, 'giver', { isEmpty: true, isOpen: true }).steps).toEqual(['closeList', 'looseCash']);
  });
  test('are plain characters in a Giver with text and in every other field', () => {
    expect(press('*', 'giver').isOurs).toBe(false);
    expect(press('+', 'giver').isOurs).toBe(false);
    for (const field of ['reference', 'amount', 'note'] as const) {
      expect(press('+', field, { isEmpty: true }).isOurs).toBe(false);
      expect(press('*', field, { isEmpty: true }).isOurs).toBe(false);
    }
  });
});

describe('a split gift', () => {
  test('moves on Enter through its parts, is saved when nothing is left to divide, and loses an empty part', () => {
    expect(press('Enter', 'amount', { part: 0, isDivided: false }).steps).toEqual(['nextPart']);
    expect(press('Enter', 'category', { part: 1, isOpen: true }).steps).toEqual(['take', 'partAmount']);
    expect(press('Enter', 'amount', { part: 1, isDivided: true }).steps).toEqual(['save']);
    expect(press('Enter', 'amount', { part: 1, isEmpty: true }).steps).toEqual(['removePart']);
  });
  test('does not split its parts again', () => {
    expect(press('Enter', 'amount', { part: 0 }, { shift: true })).toEqual({ steps: [], isOurs: true });
  });
});

test('all keys are left to an input method while it composes, and in Safari also the next key', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
