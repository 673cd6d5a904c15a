"use client";
import { useSession } from "next-auth/react";

export default function Page() {
  const { data, status } = useSession({ required: true });
  return <p>{status === "loading" ? "…" : data.user?.name}</p>;
}
