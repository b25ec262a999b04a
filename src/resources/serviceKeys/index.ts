import VpnKeyIcon from "@mui/icons-material/VpnKeyOutlined";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import type { ServiceKeyRecord } from "../records.ts";

/** The keys of programs that call the API. They are made and revoked in dialogs of the list. */
export const serviceKeys = {
  list: lazyScreen(async () => (await import("./ServiceKeyList.tsx")).ServiceKeyList),
  icon: VpnKeyIcon,
  recordRepresentation: (serviceKey: ServiceKeyRecord) => serviceKey.name,
};
