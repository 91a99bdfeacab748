/**
 * Differences that are known and wait for a decision or a correction in the service. A run lists the known differences
 * that it finds, and continues. Remove a line when its fault is corrected.
 */
export const KNOWN = [];
