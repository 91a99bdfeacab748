/** Prints lines of cells in columns. The first column is aligned on the left, and the others on the right. */
export function printAligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const [name, ...cells] of lines) {
    console.log([name.padEnd(widths[0]), ...cells.map((cell, i) => cell.padStart(widths[i + 1]))].join('  ').trimEnd());
  }
}
