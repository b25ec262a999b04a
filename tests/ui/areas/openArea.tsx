import { render } from "@testing-library/react";
import { AdminArea } from "../../../src/AdminArea.tsx";
import { StaffArea } from "../../../src/StaffArea.tsx";
import { pageAt } from "../providers/apiServer.ts";
import { signedIn } from "./browserIdentity.ts";

/** The whole staff area at a path. */
export function openStaffArea(path: string, identityService = signedIn()) {
  pageAt(path);
  return render(<StaffArea identityService={identityService} />);
}

/** The whole admin area at a path that begins with /admin. */
export function openAdminArea(path: string, identityService = signedIn()) {
  pageAt(path);
  return render(<AdminArea identityService={identityService} />);
}
