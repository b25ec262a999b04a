import WebhookIcon from "@mui/icons-material/WebhookOutlined";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import { hostOf } from "./host.ts";

/** The receivers of messages about changes. They are registered in a dialog of the list. */
export const webhooks = {
  list: lazyScreen(async () => (await import("./WebhookList.tsx")).WebhookList),
  edit: lazyScreen(async () => (await import("./WebhookEdit.tsx")).WebhookEdit),
  show: lazyScreen(async () => (await import("./WebhookShow.tsx")).WebhookShow),
  icon: WebhookIcon,
  recordRepresentation: hostOf,
};
