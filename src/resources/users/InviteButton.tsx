import PersonAddIcon from "@mui/icons-material/PersonAddOutlined";
import { CreateLink } from "../../components/list/CreateLink.tsx";
import type { TextKey } from "../../i18n/translate.ts";

/** A link to the invitation form for those who may invite; */
export function InviteButton({ label }: { label: TextKey }) {
  return <CreateLink label={label} icon={<PersonAddIcon />} />;
}
