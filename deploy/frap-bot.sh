#!/bin/sh
# The bot's commands for whoever looks after it, with the settings and as the user of the service:
#   frap-bot doctor | health | audit | maintenance on | maintenance off | export GROUP | import FILE
cd /opt/frap-bot || exit 1
exec runuser -u frap -- .venv/bin/python -m bot "$@"
