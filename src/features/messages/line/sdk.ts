/**
 * The parts of LINE's SDK that make calls. They are in a file of their own so that it is loaded with the first call, and so
 * that the bundle leaves out the rest of the SDK.
 */
import { HTTPFetchError, messagingApi } from '@line/bot-sdk';

export { HTTPFetchError };
export const { MessagingApiClient } = messagingApi;
