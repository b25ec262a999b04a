import PersonAddIcon from "@mui/icons-material/PersonAddOutlined";
import { CsvButton } from "../../components/csv/CsvDownload.tsx";
import { ImportLink } from "../../components/imports/ImportLink.tsx";
import { CreateLink } from "../../components/list/CreateLink.tsx";

export function UserListActions() {
  return (
    <>
      <CsvButton endpoint="GET /users/export" />
      <ImportLink />
    </>
  );
}

/** A link to the invitation form for those who may invite. */
export function InviteButton({ label }: { label: string }) {
  return <CreateLink label={label} icon={<PersonAddIcon />} />;
}
