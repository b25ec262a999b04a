import { useContext } from "react";
import { useCreatePath, useLocation, useNavigate } from "react-admin";
import { namedWorkspace } from "../../providers/signIn/tabWorkspace.ts";
import { TrailContext } from "./trail.ts";

/**
 * Opens the page that follows a form that has saved, or a record that is deleted, in its place: the
 * browser's Back does not lead to it again. The page before is gone back to, if it is that one and of the
 * same workspace.
 */
export function useLeave() {
  const { before, done } = useContext(TrailContext);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (to: string) => {
    if (to === pathname) return;
    if (done) done.current = true;
    const isBefore = before?.path === to && workspaceOf(before.to) === workspaceOf(search);
    if (isBefore) navigate(-1);
    else navigate(to, { replace: true });
  };
}

const workspaceOf = (address: string) => namedWorkspace(address.replace(/^[^?]*/, ""));

/** Opens a page of a resource as `useLeave` does. */
export function useLeaveTo() {
  const leave = useLeave();
  const createPath = useCreatePath();
  return (type: "list" | "show" | "edit", resource: string, id?: string | number) =>
    leave(createPath({ resource, type, ...(id === undefined ? {} : { id }) }));
}
