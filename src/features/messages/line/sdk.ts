/**
 * The parts of LINE's SDK that make calls. They are in a separate file, which is loaded with the first call. The bundle
 * then leaves out the rest of the SDK.
 */
import { HTTPFetchError, messagingApi } from '@line/bot-sdk';

export { HTTPFetchError };
export const { MessagingApiClient } = messagingApi;
