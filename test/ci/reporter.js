/** A reporter of vitest that writes the results of a run into the file `TEST_RESULTS`, for `run.js`. */
import { writeFileSync } from 'node:fs';

// Vitest looks for a reporter in the default export.
// oxlint-disable-next-line import/no-default-export
export default class ResultsReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const results = { passed: 0, skipped: 0, failed: [], broken: [] };
    for (const module of modules) {
      const { moduleId: path, relativeModuleId: file, project } = module;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') {
          results.failed.push({ path, file, project: project.name, name: test.fullName, pattern: patternOf(test) });
        } else if (state === 'passed') results.passed += 1;
        else results.skipped += 1;
      }
      results.broken.push(...faultsOf(module).map((fault) => `${file}: ${fault}`));
    }
    results.broken.push(...unhandledErrors.map(({ message }) => `Unhandled error: ${message}`));
    writeFileSync(process.env.TEST_RESULTS, JSON.stringify(results));
  }
}

/** Returns what failed outside the tests of a file: loading it, a hook, or the worker that should have run it. */
function faultsOf(module) {
  const groups = [module, ...module.children.allSuites()];
  const faults = groups.flatMap((group) => group.errors().map(({ message }) => message));
  const isOver = ['passed', 'failed', 'skipped'].includes(module.state());
  return isOver ? faults : [...faults, 'The file did not run to its end.'];
}

/** Returns a pattern for the option `-t` of vitest, which compares it with the names of the groups and the test. */
function patternOf(test) {
  const names = [];
  for (let one = test; one.type !== 'module'; one = one.parent) names.unshift(one.name);
  return `^${names.join(' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
}
