import { render } from "@testing-library/react";
import { StaffArea } from "../../../src/StaffArea.tsx";
import { pageAt } from "../providers/apiServer.ts";

/** The whole staff area at a path. */
export function openStaffArea(path: string) {
  pageAt(path);
  return render(<StaffArea />);
}
