/** Which files are tried: the one place to add a kind of file to. */

/** Files of this kind beside the rules and the service of a room do one thing of the service each. */
const VERBS = [
  'anonymity',
  'approval',
  'chain',
  'changes',
  'checklist',
  'contacts',
  'doubles',
  'duplicates',
  'finalize',
  'givers',
  'history',
  'invitations',
  'issuing',
  'merge',
  'moves',
  'noting',
  'purge',
  'ranking',
  'redaction',
  'resume',
  'reversal',
  'sign-ins',
  'undo',
  'verification',
];

/** The files that a run tries when it is not told which. */
export const TARGETS = [
  /^src\/(?:books\/.*|rules|.*\/rules|.*-rules)\.ts$/,
  new RegExp(`^src/features/.*/(?:service|${VERBS.join('|')})\\.ts$`),
  /^src\/http\/idempotency\.ts$/,
  /^src\/db\/search[\w-]*\.ts$/,
];

/** Files that are tried when `--files` names them. */
export const ON_DEMAND = [/^src\/features\/.*queries\.ts$/];

/** Only types and forms are in these, and the invented church of `vestry demo`. */
export const LEFT_OUT = [/\/(?:table|schema|audited)\.ts$/, /^src\/features\/upkeep\/demo\//];

/** Tests that start no service, read the source, take minutes or need a terminal; and the runner's own. */
export const TESTS_LEFT_OUT =
  /^test\/(?:(?:browser|bench|client|console|docs|e2e|fuzz|mutants|smoke|torture)\/|cli\/init-wizard\.)/;

/** Calls without which nothing changes but the time something takes, or what the operator reads in the log. */
export const UNSEEN_CALLS = /(?:^|\.)(?:breathe|debug|info|warn|log|unref|setImmediate|nextTurn)$/;
