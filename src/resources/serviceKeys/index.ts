import VpnKeyIcon from "@mui/icons-material/VpnKeyOutlined";
import type { ServiceKeyRecord } from "../records.ts";
import { ServiceKeyList } from "./ServiceKeyList.tsx";

/** The keys of programs that call the API. They are made and revoked in dialogs of the list. */
export const serviceKeys = {
  list: ServiceKeyList,
  icon: VpnKeyIcon,
  recordRepresentation: (serviceKey: ServiceKeyRecord) => serviceKey.name,
};
