import { CsvButton } from "../../components/csv/CsvButton.tsx";
import { InviteButton } from "./InviteButton.tsx";

/** `inviteLabel` is a key of the catalogue; only those who may invite see the link. */
export function UserListActions({ inviteLabel }: { inviteLabel: string }) {
  return (
    <>
      <CsvButton endpoint="GET /users/export" />
      <InviteButton label={inviteLabel} />
    </>
  );
}
