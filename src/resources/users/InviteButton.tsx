import PersonAddIcon from "@mui/icons-material/PersonAddOutlined";
import { CreateLink } from "../../components/list/CreateLink.tsx";

/** A link to the invitation form for those who may invite; `label` is a key of the catalogue. */
export function InviteButton({ label }: { label: string }) {
  return <CreateLink label={label} icon={<PersonAddIcon />} />;
}
