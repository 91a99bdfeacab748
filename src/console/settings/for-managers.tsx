import { CopyReminder } from './copy-reminder.tsx';
import { SetUpSteps } from './set-up-steps.tsx';

/** What only a super_admin sees on the home screen. It is not in the folder of that screen, so nobody else loads it. */
export function ForManagers() {
  return (
    <>
      <SetUpSteps />
      <CopyReminder />
    </>
  );
}
