/** The flag of a field or setting: `firstName` is said with `--first-name`. */
export function flagOf(field: string): string {
  return `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
