import VpnKeyIcon from "@mui/icons-material/VpnKeyOutlined";
import { ServiceKeyList } from "./ServiceKeyList.tsx";
import type { ServiceKeyRecord } from "./serviceKeyRecord.ts";

/** The keys of programs that call the API. They are made and revoked in dialogs of the list. */
export const serviceKeys = {
  list: ServiceKeyList,
  icon: VpnKeyIcon,
  recordRepresentation: (serviceKey: ServiceKeyRecord) => serviceKey.name,
};
