import { NextResponse } from "next/server";
import { auth } from "../../../../auth";

export const GET = auth(async (req, { params }) => {
  if (!req.auth) return NextResponse.json({ message: "Not authenticated" }, { status: 401 });
  const { id } = (await params) as { id: string };
  return NextResponse.json({ id });
});
