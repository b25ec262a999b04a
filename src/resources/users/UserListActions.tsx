import { CsvButton } from "../../components/csv/CsvButton.tsx";
import type { TextKey } from "../../i18n/translate.ts";
import { InviteButton } from "./InviteButton.tsx";

/** Only those who may invite see the link. */
export function UserListActions({ inviteLabel }: { inviteLabel: TextKey }) {
  return (
    <>
      <CsvButton endpoint="GET /users/export" />
      <InviteButton label={inviteLabel} />
    </>
  );
}
