/** True in `npm run nightly`, in which some tests have a longer form. */
export const IS_NIGHTLY = process.env['TEST_NIGHTLY'] !== undefined;
