import { type ReactNode, useState } from "react";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";

/**
 * The router of an area. A data router, for only those can hold a navigation back while a form
 * has unsaved input. `children` are read once.
 */
export function AreaRouter({ children }: { children: ReactNode }) {
  const [router] = useState(() => createBrowserRouter([{ path: "*", element: children }]));
  return <RouterProvider router={router} />;
}
