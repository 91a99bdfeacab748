/** Returns how many files this process may have open at the same time; Infinity if the system does not limit them. */
export function grantedFiles(): number {
  // Otherwise, the report contains the names of all hosts that this process talks to, which takes seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } };
  const soft = userLimits?.open_files.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
