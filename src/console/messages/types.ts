/** The types of this room. They are in a file of their own, because its logic is tested without a browser. */
import type { Schemas } from '../../client/client.ts';

export type Preview = Schemas['MessagePreview'];
export type BatchDetail = Schemas['NotificationBatchDetail'];
export type Missed = Schemas['MissedMember'];
export type ChannelState = Schemas['ChannelState'];
export type Channel = ChannelState['channel'];
export type SendResult = Schemas['SendResult'];
export type Group = Schemas['MessagingGroup'];
export type Binding = Schemas['MemberChannelBinding'];
export type Status = Schemas['Member']['status'];

/** How a message is sent: by e-mail, by LINE, or by LINE with an e-mail to those whom LINE does not reach. */
export type Way = 'email' | 'line' | 'both';

export type Draft = {
  way: Way;
  subject: string;
  body: string;
  memberIds: readonly number[];
  /** Everybody with this status gets the message, too. */
  status: Status | '';
  groupIds: readonly number[];
};
