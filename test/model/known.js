/**
 * Differences that are known and wait for a decision or a correction in the service. A run names those that it met and
 * goes on. Remove a line when its fault is corrected.
 */
export const KNOWN = [];
