/**
 * What Vestry calls of LINE's SDK, in a file that is loaded with the first call, so that a start does not wait for it. What is
 * not named here is left out of the bundle.
 */
import { HTTPFetchError, messagingApi } from '@line/bot-sdk';

export { HTTPFetchError };
export const { MessagingApiClient } = messagingApi;
