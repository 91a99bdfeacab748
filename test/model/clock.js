/**
 * `--import` loads this file into the service and its commands. It moves their clock by MODEL_CLOCK_AHEAD_MS, so that
 * every run begins at the same instant and the same seed gives the same dates.
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
