import { describe, expect, test } from 'vitest';
import {
  type Field,
  isComposing,
  type Place,
  reactionTo,
  type Step,
} from '../../../src/console/offerings/entry/keys.ts';

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
  )('$key in $field', ({ key, field, place, steps, mods }) => {
    expect(press(key, field, place, mods)).toEqual({ steps, isOurs: true });
  });

  test.each([false, true])(
    'Tab accepts the highlighted option, and the browser moves the focus (Shift: %s)',
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
  )('$key in $field', ({ key, field, place, steps, mods }) => {
    expect(press(key, field, place, mods)).toEqual({ steps, isOurs: true });
  });

  test('leaves these to the browser: Tab, letters, and Mod+Z if the row has input', () => {
    expect(press('Tab', 'note')).toEqual({ steps: [], isOurs: false });
    expect(press('a', 'giver').isOurs).toBe(false);
    expect(press('z', 'giver', { isUntouched: false }, { mod: true }).isOurs).toBe(false);
    expect(press('ArrowDown', 'note', {}, { alt: true }).isOurs).toBe(false);
  });
});

describe('the signs for gifts without a member', () => {
  test.each(['*', '＊'])('%s in an empty Giver is an anonymous gift', (key) => {
    expect(press(key, 'giver', { isEmpty: true }).steps).toEqual(['closeList', 'anonymous']);
  });
  test.each(['+', '＋'])('%s in an empty Giver is loose cash', (key) => {
    expect(press(key, 'giver', { isEmpty: true, isOpen: true }).steps).toEqual(['closeList', 'looseCash']);
  });
  test('are plain text in a Giver with text, in Check number and in Note; in Amount, + is part of a sum', () => {
    expect(press('*', 'giver').isOurs).toBe(false);
    expect(press('+', 'giver').isOurs).toBe(false);
    for (const field of ['reference', 'amount', 'note'] as const) {
      expect(press('+', field, { isEmpty: true }).isOurs).toBe(false);
      expect(press('*', field, { isEmpty: true }).isOurs).toBe(false);
    }
  });
});

describe('a split gift', () => {
  test('uses Enter to go from the amount of a part to the next category and its amount, saves when nothing is left, and removes an empty part', () => {
    expect(press('Enter', 'amount', { part: 0, isDivided: false }).steps).toEqual(['nextPart']);
    expect(press('Enter', 'category', { part: 1, isOpen: true }).steps).toEqual(['take', 'partAmount']);
    expect(press('Enter', 'amount', { part: 1, isDivided: true }).steps).toEqual(['save']);
    expect(press('Enter', 'amount', { part: 1, isEmpty: true }).steps).toEqual(['removePart']);
  });
  test('does not split its parts again', () => {
    expect(press('Enter', 'amount', { part: 0 }, { shift: true })).toEqual({ steps: [], isOurs: true });
  });
});

test('while an input method composes, all keys are left to it, as is one more key afterwards in Safari', () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});
