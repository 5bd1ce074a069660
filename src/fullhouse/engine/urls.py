"""The public addresses of the sites that make up Fullhouse."""

from urllib.parse import urlencode

import msgspec

from fullhouse.kernel.links import Page, Site

# A site without an address of its own is part of another one.
PARTS_OF: dict[Site, Site] = {
    "waitlist": "guests",
    "hooks": "guests",
    "claims": "links",
    "replies": "links",
}


class Urls(msgspec.Struct, frozen=True, kw_only=True):
    """The seven addresses, without a slash at the end; empty if a site has none of its own."""

    guests: str
    links: str
    desk: str
    waitlist: str = ""
    claims: str = ""
    replies: str = ""
    hooks: str = ""

    @property
    def is_encrypted(self) -> bool:
        """True if people come here by https."""
        return self.guests.startswith("https://")

    def own(self, site: Site) -> str:
        """Return the address that only this site has, or an empty text."""
        address: str = getattr(self, site)
        return address

    def at(self, site: Site) -> str:
        """Return the address where a site is found."""
        return self.own(site) or self.own(PARTS_OF.get(site, site))

    def page(self, page: Page) -> str:
        """Return the address of a page."""
        url = f"{self.at(page.site)}{page.path}"
        if page.query:
            url = f"{url}?{urlencode(page.query)}"
        return url


def one_address(url: str) -> Urls:
    """Return the addresses of a server that holds all sites."""
    url = url.rstrip("/")
    return Urls(guests=url, links=url, desk=url)
