import { pageKind } from "../domain/pages.ts";
import { askEarly } from "./providers/start/early.ts";
import { firstReads } from "./providers/start/firstReads.ts";

// The admin area needs only its cookie. The others need the configuration of the identity service.
if (pageKind(window.location.pathname) === "admin") {
  for (const url of firstReads(window.location)) askEarly(url);
} else {
  askEarly("/config.json");
}
