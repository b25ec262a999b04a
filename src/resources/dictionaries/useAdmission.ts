import { useState } from "react";
import { useCanAccess } from "react-admin";

/**
 * Whether this page lets the user edit. A user who could when it was opened stays, with the input, when the
 * right is lost meanwhile: the lock says so.
 */
export function useAdmission(): { isAdmitted: boolean; isPending: boolean } {
  const { canAccess = false, isPending } = useCanAccess({
    resource: "dictionaries",
    action: "edit",
  });
  const [isAdmitted, setAdmitted] = useState(canAccess);
  if (canAccess && !isAdmitted) setAdmitted(true);
  return { isAdmitted: isAdmitted || canAccess, isPending };
}
