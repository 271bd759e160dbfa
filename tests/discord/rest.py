"""REST v10, the part a bot like Herold uses. Faults and rate limits come before the routes."""

import json
import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from aiohttp import web

from tests.discord import rules
from tests.discord.model import EPHEMERAL, PIN, SEND, SEND_IN_THREADS, TEXT, THREAD, THREADS, VIEW, ApiError, Channel, Interaction, Message, now, snowflake

if TYPE_CHECKING:
    from tests.discord.world import Fault, World

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
DEADLINE, TOKEN_LIFE = 3.0, 15 * 60.0
API = "/api/v10"
BODY: web.RequestKey[Any] = web.RequestKey("body", object)
FILES: web.RequestKey[dict[str, bytes]] = web.RequestKey("files", dict)
LIMITS: web.RequestKey[dict[str, str]] = web.RequestKey("limits", dict)


def answer(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    if data is None:
        return web.Response(status=204, headers=headers)
    return web.Response(body=json.dumps(data).encode(), status=status, headers={"Content-Type": "application/json", **(headers or {})})


def refusal(error: ApiError) -> web.Response:
    body: dict[str, Any] = {"code": error.code, "message": error.text}
    if error.errors is not None:
        body["errors"] = error.errors
    return answer(body, error.status)


class Rest:
    def __init__(self, world: "World") -> None:
        self.world = world

    def routes(self, app: web.Application) -> None:
        w = app.router
        table: list[tuple[str, str, Callable[..., Awaitable[Any]]]] = [
            ("GET", "/users/@me", self.me), ("GET", "/users/{user}", self.user), ("GET", "/gateway/bot", self.gateway_bot),
            ("GET", "/oauth2/applications/@me", self.application), ("GET", "/applications/@me", self.application),
            ("POST", "/users/@me/channels", self.open_dm), ("GET", "/channels/{channel}", self.get_channel),
            ("PUT", "/applications/{app}/commands", self.put_commands), ("PUT", "/applications/{app}/guilds/{guild}/commands", self.put_commands),
            ("POST", "/channels/{channel}/messages", self.create), ("GET", "/channels/{channel}/messages/{message}", self.get_message),
            ("PUT", "/channels/{channel}/messages/pins/{message}", self.pin), ("PUT", "/channels/{channel}/pins/{message}", self.pin),
            ("PATCH", "/channels/{channel}/messages/{message}", self.edit), ("DELETE", "/channels/{channel}/messages/{message}", self.delete),
            ("POST", "/channels/{channel}/threads", self.thread), ("POST", "/channels/{channel}/messages/{message}/threads", self.thread_from_message),
            ("POST", "/channels/{channel}/typing", self.typing),
            ("POST", "/interactions/{id}/{token}/callback", self.callback),
            ("POST", "/webhooks/{app}/{token}", self.follow_up),
            ("GET", "/webhooks/{app}/{token}/messages/{message}", self.get_follow_up), ("PATCH", "/webhooks/{app}/{token}/messages/{message}",
            self.edit_follow_up),
            ("DELETE", "/webhooks/{app}/{token}/messages/{message}", self.delete_follow_up),
        ]
        w.add_get("/cdn/{message}/{name}", self.cdn)
        for method, path, handler in table:
            w.add_route(method, API + path, self._wrap(handler))

    def _wrap(self, handler: Callable[..., Awaitable[Any]]) -> Handler:
        async def run(request: web.Request) -> web.StreamResponse:
            found = await handler(request, request[BODY])
            return found if isinstance(found, web.StreamResponse) else answer(found, headers=request.get(LIMITS))
        return run

    # -- before every route -------------------------------------------------------------------------------------

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not request.path.startswith(API):
            return await handler(request)
        path = request.path[len(API):]
        body, files = await _read(request)
        request[BODY], request[FILES] = body, files
        fault = next((f for f in self.world.faults if f.fits(request.method, path)), None)
        if fault is not None:
            fault.hits += 1
        response = await self._judged(request, handler, path, fault)
        from tests.discord.world import Seen

        raw = response.body if isinstance(response, web.Response) else None
        shown = json.loads(raw) if isinstance(raw, bytes) and raw[:1] in (b"{", b"[") else None
        self.world.seen.append(Seen(request.method, path, body, response.status, shown, time.monotonic(), len(files)))
        return response

    async def _judged(self, request: web.Request, handler: Handler, path: str, fault: "Fault | None") -> web.StreamResponse:
        if fault is not None and not fault.kind.endswith("after"):
            broken = self._broken(request, fault)
            if broken is not None:
                return broken
        if not path.startswith(("/interactions", "/webhooks")) and request.headers.get("Authorization") != f"Bot {self.world.token}":
            return answer({"code": 0, "message": "401: Unauthorized"}, 401)
        limited = self._limited(request, path)
        if limited is not None:
            return limited
        try:
            response = await handler(request)
        except ApiError as error:
            response = refusal(error)
        except web.HTTPException as error:
            response = answer({"code": 0, "message": f"{error.status}: {error.reason} {request.method} {path}"}, error.status)
        if fault is not None and fault.kind.endswith("after"):
            return self._broken(request, fault) or response
        return response

    def _broken(self, request: web.Request, fault: "Fault") -> web.StreamResponse | None:
        if fault.kind.startswith("reset"):
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=599)
        if fault.kind == "limit":
            body = {"message": "You are being rate limited.", "retry_after": fault.wait, "global": fault.everywhere, "code": 0}
            return answer(body, 429, {"Via": "1.1 test", "Retry-After": str(fault.wait), "X-RateLimit-Scope": "global" if fault.everywhere else "user"})
        if fault.kind == "slow":
            return None
        return answer({"code": 0, "message": "upstream"}, fault.status)

    def _limited(self, request: web.Request, path: str) -> web.StreamResponse | None:
        """The bucket of message sends, per channel."""
        match = re.fullmatch(r"/channels/(\d+)/messages", path)
        if match is None or request.method != "POST":
            return None
        most, seconds = self.world.limit
        times = self.world.sent_at.setdefault(match.group(1), [])
        clock = time.time()
        times[:] = [t for t in times if t > clock - seconds]
        reset = (times[0] if times else clock) + seconds
        limits = {
            "X-RateLimit-Limit": str(most), "X-RateLimit-Remaining": str(max(0, most - len(times) - 1)), "X-RateLimit-Reset": f"{reset:.3f}",
            "X-RateLimit-Reset-After": f"{max(0.0, reset - clock):.3f}", "X-RateLimit-Bucket": "sends",
        }
        if len(times) >= most:
            self.world.too_fast += 1
            body = {"message": "You are being rate limited.", "retry_after": max(0.05, reset - clock), "global": False, "code": 0}
            return answer(body, 429, {**limits, "Via": "1.1 test", "X-RateLimit-Scope": "user"})
        times.append(clock)
        request[LIMITS] = limits
        return None

    # -- who am I -----------------------------------------------------------------------------------------------

    async def me(self, request: web.Request, body: Any) -> Any:
        return {**self.world.me.dump(), "mfa_enabled": False, "locale": "de", "premium_type": 0, "email": None, "verified": True}

    async def user(self, request: web.Request, body: Any) -> Any:
        found = self.world.users.get(request.match_info["user"])
        if found is None:
            raise ApiError(404, 10013, "Unknown User")
        return found.dump()

    async def application(self, request: web.Request, body: Any) -> Any:
        return {
            "id": self.world.me.id, "name": "Herold", "icon": None, "description": "", "type": None, "bot_public": True, "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0, "hook": True, "eligible_oauth2_scopes": [], "flags_new": "0", "is_monetized": False, "is_verified": False,
            "is_discoverable": False, "storefront_available": False,
            "owner": self.world.owner.dump(), "team": None, "summary": "", "bot": self.world.me.dump(), "redirect_uris": [], "interactions_endpoint_url": None,
            "role_connections_verification_url": None, "explicit_content_filter": 0, "approximate_guild_count": 1, "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0, "integration_types_config": {}, "interactions_event_types": [], "interactions_version": 1,
        }

    async def gateway_bot(self, request: web.Request, body: Any) -> Any:
        limits = {"total": 1000, "remaining": 999, "reset_after": 14400000, "max_concurrency": 1}
        return {"url": f"ws://127.0.0.1:{self.world.port}/gw", "shards": 1, "session_start_limit": limits}

    async def put_commands(self, request: web.Request, body: Any) -> Any:
        rules.check_commands(body)
        self.world.commands = [{
            **command, "id": snowflake(), "application_id": self.world.me.id, "version": snowflake(), "type": command.get("type", 1),
            "default_member_permissions": None, "nsfw": command.get("nsfw", False), "contexts": command.get("contexts"),
            "integration_types": command.get("integration_types") or [0],
        } for command in body]
        return self.world.commands

    # -- channels and messages ----------------------------------------------------------------------------------

    async def get_channel(self, request: web.Request, body: Any) -> Any:
        return self.world.find_channel(request.match_info["channel"]).dump()

    async def open_dm(self, request: web.Request, body: Any) -> Any:
        user = self.world.users.get(str(body["recipient_id"]))
        if user is None or user.bot:
            raise ApiError(400, 50033, "Invalid Recipient(s)")
        return self.world.conversation(user).dump()

    def _needs(self, channel: Channel, *rights: int) -> None:
        if channel.type == 1:
            if channel.people[0].closed:
                raise ApiError(403, 50007, "Cannot send messages to this user")
            return
        if not channel.rights & VIEW:
            raise ApiError(403, 50001, "Missing Access")
        if channel.type == THREAD:
            rights = tuple(SEND_IN_THREADS if right == SEND else right for right in rights)
        if any(not channel.rights & right for right in rights):
            raise ApiError(403, 50013, "Missing Permissions")

    async def create(self, request: web.Request, body: Any) -> Any:
        channel = self.world.find_channel(request.match_info["channel"])
        self._needs(channel, SEND)
        rules.check_message(body, len(request[FILES]))
        nonce = str(body["nonce"]) if body.get("nonce") is not None else None
        if nonce is not None and body.get("enforce_nonce") and (channel.id, nonce) in self.world.nonces:
            return self.world.nonces[channel.id, nonce].dump()
        message = self.compose(channel, body, request[FILES])
        if nonce is not None:
            message.nonce = nonce
            self.world.nonces[channel.id, nonce] = message
        await self.world.announce("MESSAGE_CREATE", message)
        return message.dump()

    def compose(self, channel: Channel, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        message = Message(channel, self.world.me, body.get("content") or "", body.get("embeds") or [], body.get("components") or [])
        message.flags = body.get("flags") or 0
        reference = body.get("message_reference")
        message.reference = str(reference["message_id"]) if reference else None
        message.files = files
        message.attachments = [
            {"id": str(n), "filename": name, "size": len(data), "url": f"http://127.0.0.1/{name}", "proxy_url": f"http://127.0.0.1/{name}"}
            for n, (name, data) in enumerate(files.items())
        ]
        self._mentions(message, body)
        _number(message.components)
        self.world.messages[message.id] = message
        self.world.publish(message)
        return message

    def _mentions(self, message: Message, body: dict[str, Any]) -> None:
        """Whom the text names, and who of them is called."""
        named = re.findall(r"<@!?(\d+)>", message.content)
        message.mentioned = [self.world.users[n] for n in dict.fromkeys(named) if n in self.world.users]
        allowed = body.get("allowed_mentions")
        everybody = re.search(r"@(everyone|here)", message.content) is not None
        if allowed is None:
            message.pinged = [u.id for u in message.mentioned] + (["@everyone"] if everybody else [])
            return
        chosen = [str(n) for n in allowed.get("users", [])]
        message.pinged = [u.id for u in message.mentioned if u.id in chosen or "users" in allowed.get("parse", [])]
        if everybody and "everyone" in allowed.get("parse", []):
            message.pinged.append("@everyone")

    def _find(self, request: web.Request) -> Message:
        channel = self.world.find_channel(request.match_info["channel"])
        message = self.world.messages.get(request.match_info["message"])
        if message is None or message.deleted or message.channel is not channel:
            raise ApiError(404, 10008, "Unknown Message")
        return message

    async def get_message(self, request: web.Request, body: Any) -> Any:
        return self._find(request).dump()

    async def edit(self, request: web.Request, body: Any) -> Any:
        message = self._find(request)
        self._needs(message.channel)
        if message.author is not self.world.me:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        await self.change(message, body, request[FILES])
        return message.dump()

    async def change(self, message: Message, body: dict[str, Any], files: dict[str, bytes]) -> None:
        rules.check_message(body, len(files), partial=True)
        message.content = body["content"] or "" if "content" in body else message.content
        message.embeds = body["embeds"] or [] if "embeds" in body else message.embeds
        message.components = body["components"] or [] if "components" in body else message.components
        _number(message.components)
        if not message.content and not message.embeds and not message.components and not message.attachments:
            raise ApiError(400, 50006, "Cannot send an empty message")
        message.edited = now()
        self.world.publish(message)
        await self.world.announce("MESSAGE_UPDATE", message)

    async def delete(self, request: web.Request, body: Any) -> Any:
        self._find(request).deleted = True

    async def pin(self, request: web.Request, body: Any) -> Any:
        message = self._find(request)
        self._needs(message.channel, PIN)
        message.pinned = True

    async def typing(self, request: web.Request, body: Any) -> Any:
        self._needs(self.world.find_channel(request.match_info["channel"]), SEND)

    async def thread(self, request: web.Request, body: Any) -> Any:
        return await self._thread(request, body, snowflake())

    async def thread_from_message(self, request: web.Request, body: Any) -> Any:
        """The thread gets the number of its message; a second one is refused."""
        message = self._find(request)
        if message.id in self.world.channels:
            raise ApiError(400, 160004, "A thread has already been created for this message")
        return await self._thread(request, body, message.id)

    async def _thread(self, request: web.Request, body: Any, number: str) -> Any:
        parent = self.world.find_channel(request.match_info["channel"])
        self._needs(parent, THREADS)
        if parent.type != TEXT:
            raise ApiError(400, 50024, "Cannot execute action on this channel type")
        if not body["name"].strip():
            raise rules.invalid("name", "BASE_TYPE_REQUIRED", "This field is required")
        rules.long("name", body["name"], 100)
        thread = Channel(body["name"], THREAD, parent=parent.id, guild=parent.guild, id=number, rights=parent.rights)
        self.world.channels[thread.id] = thread
        found = {**thread.dump(), "owner_id": self.world.me.id}
        await self.world.gateway.dispatch("THREAD_CREATE", {**found, "newly_created": True})
        return answer(found, 201)

    async def cdn(self, request: web.Request) -> web.Response:
        return web.Response(body=self.world.messages[request.match_info["message"]].files[request.match_info["name"]])

    # -- interactions -------------------------------------------------------------------------------------------

    async def callback(self, request: web.Request, body: Any) -> Any:
        found = self.world.interactions.get(request.match_info["id"])
        if found is None or found.token != request.match_info["token"] or (found.acked is None and time.monotonic() - found.made > DEADLINE):
            raise ApiError(404, 10062, "Unknown interaction")
        if found.acked is not None:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        kind, data = body["type"], body.get("data") or {}
        if kind not in rules.CALLBACKS[found.type]:
            raise rules.invalid("type", "BASE_TYPE_CHOICES", "Interaction callback type is not allowed here.")
        resource = await self._called_back(found, kind, data, request[FILES])
        found.acked, found.kind = time.monotonic(), kind
        head = {
            "id": found.id, "type": found.type, "response_message_loading": kind == 5,
            "response_message_ephemeral": bool((data.get("flags") or 0) & EPHEMERAL),
        }
        if found.original is not None and kind in (4, 5, 7):
            head["response_message_id"] = found.original.id
        if request.query.get("with_response") in ("1", "true", "True"):
            return {"interaction": head, **({"resource": resource} if resource is not None else {})}
        return None

    async def _called_back(self, found: Interaction, kind: int, data: dict[str, Any], files: dict[str, bytes]) -> dict[str, Any] | None:
        if kind == 4:
            rules.check_message(data, len(files))
            message = await self._answer(found, data, files, data.get("flags") or 0)
            found.original = message
            return {"type": 4, "message": message.dump()}
        if kind == 5:
            found.deferred_flags = (data.get("flags") or 0) & EPHEMERAL
        elif kind in (6, 7):
            found.original = found.message
            if kind == 7 and found.message is not None:
                await self.change(found.message, data, files)
                found.messages.append(found.message)
                return {"type": 7, "message": found.message.dump()}
        elif kind == 8:
            rules.check_choices(data.get("choices") or [])
            found.choices = data.get("choices") or []
        elif kind == 9:
            rules.check_form(data)
            found.form = data
        return None

    async def _answer(self, found: Interaction, data: dict[str, Any], files: dict[str, bytes], flags: int) -> Message:
        message = Message(found.channel, self.world.me, data.get("content") or "", data.get("embeds") or [], data.get("components") or [], flags=flags)
        if flags & EPHEMERAL:
            message.only_for = found.user
        message.files = files
        message.interaction = {"id": found.id, "type": found.type, "user": found.user.dump(), "authorizing_integration_owners": {"0": self.world.guild_id}}
        if found.type == 2:
            message.interaction |= {"name": found.data.get("name", "")}
        elif found.type == 3 and found.message is not None:
            message.interaction |= {"interacted_message_id": found.message.id}
        elif found.type == 5 and found.message is not None:
            before = {**message.interaction, "type": 3, "interacted_message_id": found.message.id}
            message.interaction |= {"triggering_interaction_metadata": before}
        self._mentions(message, data)
        if flags & EPHEMERAL:
            message.pinged = []
        _number(message.components)
        self.world.messages[message.id] = message
        found.messages.append(message)
        self.world.publish(message)
        await self.world.announce("MESSAGE_CREATE", message)
        return message

    def _by_token(self, request: web.Request) -> Interaction:
        found = next((i for i in self.world.interactions.values() if i.token == request.match_info["token"]), None)
        if found is None or found.acked is None:
            raise ApiError(404, 10015, "Unknown Webhook")
        if time.monotonic() - found.made > TOKEN_LIFE:
            raise ApiError(401, 50027, "Invalid Webhook Token")
        return found

    async def follow_up(self, request: web.Request, body: Any) -> Any:
        found = self._by_token(request)
        rules.check_message(body, len(request[FILES]))
        flags = body.get("flags") or 0
        if found.deferred_flags is not None:  # the first one keeps the visibility of the deferral
            flags = (flags & ~EPHEMERAL) | found.deferred_flags
            found.deferred_flags = None
            found.original = await self._answer(found, body, request[FILES], flags)
            return found.original.dump()
        return (await self._answer(found, body, request[FILES], flags)).dump()

    async def _of(self, request: web.Request) -> tuple[Interaction, Message]:
        found, number = self._by_token(request), request.match_info["message"]
        message = found.original if number == "@original" else next((m for m in found.messages if m.id == number), None)
        if message is None or message.deleted:
            raise ApiError(404, 10008, "Unknown Message")
        return found, message

    async def get_follow_up(self, request: web.Request, body: Any) -> Any:
        return (await self._of(request))[1].dump()

    async def edit_follow_up(self, request: web.Request, body: Any) -> Any:
        found = self._by_token(request)
        if request.match_info["message"] == "@original" and found.deferred_flags is not None:
            flags, found.deferred_flags = found.deferred_flags, None
            rules.check_message(body, len(request[FILES]))
            found.original = await self._answer(found, body, request[FILES], flags)
            return found.original.dump()
        found, message = await self._of(request)
        await self.change(message, body, request[FILES])
        if message not in found.messages:
            found.messages.append(message)
        return message.dump()

    async def delete_follow_up(self, request: web.Request, body: Any) -> Any:
        (await self._of(request))[1].deleted = True


def _number(rows: list[dict[str, Any]]) -> None:
    """Discord numbers components that came without an id."""
    number = 1
    for row in rows:
        for item in [row, *row.get("components", [])]:
            if not item.get("id"):
                item["id"] = number
            number += 1


async def _read(request: web.Request) -> tuple[Any, dict[str, bytes]]:
    if request.content_type == "multipart/form-data":
        body: Any = None
        files: dict[str, bytes] = {}
        form = await request.post()
        for name, value in form.items():
            if name == "payload_json":
                body = json.loads(str(value))
            elif isinstance(value, web.FileField):
                files[value.filename] = value.file.read()
        return body or {}, files
    raw = await request.read()
    return (json.loads(raw) if raw else {}), {}

