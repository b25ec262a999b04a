import PersonAddIcon from "@mui/icons-material/PersonAddOutlined";
import Button from "@mui/material/Button";
import { LinkBase } from "react-admin";
import { CsvButton } from "../../components/csv/CsvDownload.tsx";
import { useRoomForRight } from "../../components/display/useRoomForRight.ts";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import { type TextKey, useTranslate } from "../../i18n/translate.ts";

/** Only those who may invite see the link. */
export function UserListActions({ inviteLabel }: { inviteLabel: TextKey }) {
  return (
    <>
      <CsvButton endpoint="GET /users/export" />
      <ImportLink />
      <InviteButton label={inviteLabel} />
    </>
  );
}

/** A link to the import for those who may invite. */
function ImportLink() {
  const translate = useTranslate();
  const { isRefused, style } = useRoomForRight({ resource: "users", action: "create" });
  if (isRefused) return null;
  return (
    <Button
      variant="outlined"
      color="secondary"
      style={style}
      component={LinkBase}
      to="/users/import"
    >
      {translate("resources.users.list.import")}
    </Button>
  );
}

/** A link to the invitation form for those who may invite; */
export function InviteButton({ label }: { label: TextKey }) {
  return <CreateLink label={label} icon={<PersonAddIcon />} />;
}
