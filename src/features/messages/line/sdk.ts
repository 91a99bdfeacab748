/**
 * The parts of LINE's SDK that make calls. They are in a separate file so that they are loaded only with the first
 * call, and so that the bundle leaves out the rest of the SDK.
 */
import { HTTPFetchError, messagingApi } from '@line/bot-sdk';

export { HTTPFetchError };
export const { MessagingApiClient } = messagingApi;
