/** Moves the focus between the places of the open row, and presses what is open there. */
import type { Spot } from './divide.ts';

/** Moves the focus to a place in the row, and selects the text there. */
export function focusSpot(box: HTMLElement | null, spot: Spot): void {
  const place = box?.querySelector<HTMLInputElement | HTMLButtonElement>(`[data-spot="${spot}"] :is(input, button)`);
  place?.focus();
  if (place instanceof HTMLInputElement) place.select();
}

/** Takes the highlighted option of an open list in the row, as Enter does in its text box. */
export function takeOpenOption(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('[role=option][aria-selected=true]')?.click();
}
