/**
 * A line at the terminal that offers what fits as somebody types. It is computed at each key, so that quick typing never
 * takes an answer to an earlier text.
 */
import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isTabKey,
  isUpKey,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core';
import { styleText } from 'node:util';
import { printable } from '../../lib/text.ts';

export type Choice<T> = { label: string; value: T };

/** What a line offers for the text that was typed. */
export type Offer<T> = {
  choices: readonly Choice<T>[];
  /** Whether Enter takes the first choice at once. Otherwise, the person must confirm it or choose another one. */
  isSure: boolean;
  /** What to say if Enter takes nothing. */
  fault: string;
};

export type ChoiceQuestion<T> = {
  message: string;
  /** A line below the choices. */
  help: string;
  offer: (typed: string) => Offer<T>;
};

/** The answer if the person presses Escape. */
export const LEFT = Symbol('left');

const SHOWN = 8;

/** Asks with a line and a list below it. Resolves to the chosen value, or to `LEFT`. */
export const choicePrompt = createPrompt<unknown, ChoiceQuestion<unknown>>(({ message, help, offer }, done) => {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState<number | undefined>(undefined);
  const [fault, setFault] = useState('');
  const [taken, setTaken] = useState<string | undefined>(undefined);
  const prefix = usePrefix({ status: taken === undefined ? 'idle' : 'done' });
  const { choices, isSure, fault: nothingFits } = offer(typed);
  const shown = choices.slice(0, SHOWN);
  useKeypress((key, line) => {
    if (isEnterKey(key)) {
      const chosen = shown[active ?? 0];
      if (chosen && (isSure || active !== undefined)) {
        setTaken(chosen.label);
        done(chosen.value);
        return;
      }
      // Enter has emptied the line.
      line.write(typed);
      setFault(nothingFits);
      if (chosen) setActive(0);
    } else if (isUpKey(key) || isDownKey(key) || isTabKey(key)) {
      if (line.line !== typed) retype(line, typed);
      if (shown.length > 0) setActive(((active ?? -1) + (isUpKey(key) ? -1 : 1) + shown.length) % shown.length);
    } else if (key.name === 'escape') done(LEFT);
    else if (line.line !== typed) {
      setTyped(line.line);
      setActive(undefined);
      setFault('');
    }
  });
  if (taken !== undefined) return `${prefix} ${message} ${styleText('cyan', printable(taken))}`;
  const list = shown.map(({ label }, index) => {
    const isMarked = index === (active ?? (isSure ? 0 : -1));
    return isMarked ? styleText('cyan', `> ${printable(label)}`) : `  ${printable(label)}`;
  });
  const below = [...(fault === '' ? [] : [styleText('red', fault)]), ...list, styleText('dim', help)];
  return [`${prefix} ${styleText('bold', message)} ${typed}`, below.join('\n')];
});

/** Replaces the text of the line, after a key that has changed it and has another meaning here. */
function retype(line: { line: string; write: (text: string) => void; clearLine: (dir: 0) => void }, text: string) {
  line.clearLine(0);
  line.write(text);
}
