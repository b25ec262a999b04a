import { useCanAccess } from "react-admin";

const UNSEEN = { style: { visibility: "hidden" }, "data-loading": true } as const;

interface Right {
  resource: string;
  action: "list" | "create" | "edit";
}

/**
 * For buttons that need a right: until it is known, they are invisible but keep their space by the
 * attributes of `reserved`, so that nothing jumps.
 */
export function useReservedSpace(right: Right) {
  const { canAccess, isPending } = useCanAccess(right);
  return {
    isRefused: !canAccess && !isPending,
    isPending,
    reserved: isPending ? UNSEEN : {},
  };
}
