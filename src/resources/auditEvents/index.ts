import HistoryIcon from "@mui/icons-material/HistoryOutlined";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";

/** The audit log of an area. Records show their own part of it as a history. */
export const auditEvents = {
  list: lazyScreen(async () => (await import("./AuditEventList.tsx")).AuditEventList),
  icon: HistoryIcon,
};
