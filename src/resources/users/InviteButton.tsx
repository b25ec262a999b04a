import PersonAddIcon from "@mui/icons-material/PersonAddOutlined";
import { CreateLink } from "../../components/list/CreateLink.tsx";

/** Leads to the invitation, where it is one's to give; `label` is a key of the catalogue. */
export function InviteButton({ label }: { label: string }) {
  return <CreateLink label={label} icon={<PersonAddIcon />} />;
}
