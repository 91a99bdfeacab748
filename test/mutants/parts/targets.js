/** The files in which faults are planted. New kinds of files must be added here. */

/**
 * The names of files that each implement one function of a room's service. The service itself and the rules are named
 * in `TARGETS`.
 */
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

/** The files that a run tries by default. */
export const TARGETS = [
  /^src\/(?:books\/.*|rules|.*\/rules|.*-rules)\.ts$/,
  new RegExp(`^src/features/.*/(?:service|${VERBS.join('|')})\\.ts$`),
  /^src\/http\/idempotency\.ts$/,
  /^src\/db\/search[\w-]*\.ts$/,
];

/** Files that are tried only if `--files` names them. */
export const ON_DEMAND = [
  /^src\/features\/.*queries\.ts$/,
  /^src\/features\/accounting\/budgets\/(?:copy|import|names|references|versions)\.ts$/,
  /^src\/features\/reports\/budget\/(?:actual-entries|actuals|budget-entries|capital|report|rows)\.ts$/,
  /^src\/features\/reports\/form1099\/(?:filer|thresholds)\.ts$/,
];

/** Files that contain only types and schemas, and the invented church of `vestry seed --demo`. */
export const LEFT_OUT = [/\/(?:table|schema|audited)\.ts$/, /^src\/features\/upkeep\/demo\//];

/** Tests that reach no fault, read the source, take minutes or need a terminal, and the tests of this tool. */
export const TESTS_LEFT_OUT =
  /^test\/(?:(?:browser|bench|client|console|docs|e2e|fuzz|mutants|smoke|torture|year)\/|cli\/init-wizard\.)/;

/** Calls whose absence changes only the speed of the program or the service log. */
export const UNSEEN_CALLS = /(?:^|\.)(?:breathe|debug|info|warn|log|unref|setImmediate|nextTurn)$/;
