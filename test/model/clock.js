/**
 * Loaded by `--import` into the service and its commands: sets their clock to MODEL_NOW at the start of the run, so that
 * the same seed gives the same dates on every day.
 */
const RealDate = globalThis.Date;
const ahead = Number(process.env.MODEL_CLOCK_AHEAD_MS ?? 0);

class ShiftedDate extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(...parts);
  }

  static now() {
    return RealDate.now() + ahead;
  }
}
globalThis.Date = ShiftedDate;
