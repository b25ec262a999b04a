import { configure, render } from "@testing-library/react";
import { StaffArea } from "../../../src/StaffArea.tsx";
import { pageAt } from "../providers/apiServer.ts";

// Screens are loaded when they are opened, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 5000 });

/** The whole staff area at a path. */
export function openStaffArea(path: string) {
  pageAt(path);
  return render(<StaffArea />);
}
