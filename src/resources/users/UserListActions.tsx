import PersonAddIcon from "@mui/icons-material/PersonAddOutlined";
import { CsvButton } from "../../components/csv/CsvButton.tsx";
import { CreateLink } from "../../components/list/CreateLink.tsx";

/** `inviteLabel` is a key of the catalogue; only those who may invite see the link. */
export function UserListActions({ inviteLabel }: { inviteLabel: string }) {
  return (
    <>
      <CsvButton endpoint="GET /users/export" />
      <CreateLink label={inviteLabel} icon={<PersonAddIcon />} />
    </>
  );
}
