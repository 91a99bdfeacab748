/**
 * True if an input method uses the key to compose a character (UI Events 4.2). WebKit reports the key that ends the
 * composition only after `compositionend`, but with the key code 229.
 */
export function isComposing(event: { isComposing: boolean; keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}
