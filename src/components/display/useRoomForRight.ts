import { useCanAccess } from "react-admin";

const UNSEEN = { visibility: "hidden" } as const;

interface Right {
  resource: string;
  action: "create" | "edit";
}

/**
 * For buttons that need a right: until it is known, they are invisible but keep their space by
 * `style`, so that nothing jumps.
 */
export function useRoomForRight(right: Right) {
  const { canAccess, isPending } = useCanAccess(right);
  return {
    isRefused: !canAccess && !isPending,
    isPending,
    style: isPending ? UNSEEN : undefined,
  };
}
